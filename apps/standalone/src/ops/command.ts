import type { INestApplicationContext } from '@nestjs/common';
import type { Row } from './print.js';

/** Gets as many arguments as its form asks for (see `requireArguments`). */
export type Run = (app: INestApplicationContext, args: readonly string[]) => Promise<readonly Row[]>;
/** How a command is written, and what it does. */
export type Described = { readonly form: string; readonly does: string };
export type Command = Described & { readonly run: Run };
