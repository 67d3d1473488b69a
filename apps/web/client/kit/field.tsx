import type { ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField, type TextFieldProps } from 'react-aria-components';
import { Icon } from './icons.js';

export type FieldProps = Omit<TextFieldProps, 'children' | 'className' | 'isInvalid'> & {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with what was typed, and how it would be right. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly large?: boolean;
  /** More than one line. */
  readonly rows?: number;
};

/** A named field with what helps to fill it in, and what was wrong, below. */
export function Field({ label, hint, error, placeholder, mono, large, rows, ...props }: FieldProps) {
  const className = ['input', large ? 'l' : '', mono ? 'mono' : ''].filter(Boolean).join(' ');
  // The browser would let nothing be submitted that still looks like what was refused; who changes it sees for themselves.
  const refused = error === undefined ? {} : ({ isInvalid: true, validationBehavior: 'aria' } as const);
  const given = placeholder === undefined ? {} : { placeholder };
  return (
    <TextField {...props} {...refused} className="field">
      <Label>{label}</Label>
      {rows === undefined ? (
        <Input className={className} spellCheck="false" {...given} />
      ) : (
        <TextArea className={className} rows={rows} {...given} />
      )}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="err">
        <Icon name="alert" small />
        {error}
      </FieldError>
    </TextField>
  );
}
