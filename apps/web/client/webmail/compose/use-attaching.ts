import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { noticeEnd } from '../../kit/session-end.js';
import type { Draft } from '../api.js';
import { DraftOvertaken, type DraftWriter } from './draft-writer.js';

/** A file that is not attached, and why. */
export type Refused = { readonly name: string; readonly error: unknown };

/** Attaches files one after another. One that is refused keeps none of the others out, and is told by its name. */
export function useAttaching(own: DraftWriter, onAttached: (files: Draft['attachments']) => void) {
  const client = useQueryClient();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const attach = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      for (const file of chosen) {
        try {
          onAttached((await own.attach(file)).attachments);
        } catch (error) {
          if (error instanceof DraftOvertaken) throw error;
          setRefused((before) => [...before, { name: file.name, error }]);
          noticeEnd(client, error);
        }
      }
    },
  });
  const take = (chosen: readonly File[]) => {
    // What was chosen while others were on their way belongs to the same.
    if (!attach.isPending) setRefused([]);
    attach.mutate(chosen);
  };
  return { attach, take, refused, forgetRefused: () => setRefused([]) };
}
