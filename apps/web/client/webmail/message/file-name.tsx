import { straight } from '../../kit/straight.js';

/** The name under which a file is shown, and kept. */
export const fileNameOf = (name: string | null | undefined): string => straight(name ?? '') || 'file';

/** A name goes from left to right in any script, so that its ending stands at its end. */
export const FileName = ({ name }: { readonly name: string }) => <bdi dir="ltr">{name}</bdi>;
