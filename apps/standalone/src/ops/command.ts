import type { INestApplicationContext } from '@nestjs/common';
import type { Row } from './print.js';

/** How a command is written, and what it does. */
export type Described = {
  readonly form: string;
  readonly does: string;
  /** What is said of the rows of a command that looks for what is wrong; with it, it fails. */
  readonly finding?: string;
};

/** The options that a command was given, by their names. */
export type Options = Readonly<Record<string, string>>;

/** Gets as many arguments as its form asks for, and the options that it names (see `readArguments`). */
export type Run = (app: INestApplicationContext, args: readonly string[], options: Options) => Promise<readonly Row[]>;

/** Most commands work on an installation; one that makes something for an installation to come needs none. */
export type Command = Described & ({ readonly run: Run } | { readonly runAlone: () => readonly Row[] });
