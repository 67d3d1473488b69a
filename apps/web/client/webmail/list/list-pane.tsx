import { useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../../kit/icons.js';
import { LiveLine } from '../../kit/live-line.js';
import { folderOf, nameOf, type Place } from '../api.js';
import type { Arrivals } from '../arrivals.js';
import { useTaskCounts } from '../folder-nav.js';
import { useMailTitle } from '../use-mail-title.js';
import { DraftList } from './draft-list.js';
import { MessageList } from './message-list.js';

type ListPaneProps = {
  readonly place: Place;
  readonly arrivals: Arrivals;
  /** What a phone has at the end of its top line. */
  readonly children: ReactNode;
};

/** A list of messages with the field to search above it. */
export function ListPane({ place, arrivals, children }: ListPaneProps) {
  const counts = useTaskCounts();
  const waiting: Readonly<Record<string, number | undefined>> = { inbox: counts?.waiting, human: counts?.needsHuman };
  useMailTitle(nameOf(place), waiting[folderOf(place) ?? '']);
  const navigate = useNavigate();
  const [q, setQ] = useState(place.q ?? '');
  const search = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: '/', search: q.trim() === '' ? {} : { q: q.trim() } });
  };
  return (
    <section className="list" aria-label="Messages">
      <header>
        <form className="search" role="search" onSubmit={search}>
          <Icon name="search" />
          <input
            id="search"
            className="input"
            aria-label="Search mail"
            placeholder="Search mail"
            value={q}
            onChange={(event) => setQ(event.target.value)}
          />
          <kbd aria-hidden="true">/</kbd>
        </form>
        <div className="row">
          <h2 className="strong cut">{nameOf(place)}</h2>
          <LiveLine live={arrivals.live} end />
          {children}
        </div>
      </header>
      {place.in === 'drafts' ? <DraftList /> : <MessageList place={place} arrivals={arrivals} />}
    </section>
  );
}
