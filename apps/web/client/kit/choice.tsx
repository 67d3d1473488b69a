import { useId } from 'react';

type ChoiceProps<Value extends string | number> = {
  readonly label: string;
  /** The label is only for readers of the screen. */
  readonly quiet?: boolean;
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly onChange: (value: Value) => void;
};

/** One of a few, with the list that the person's own system shows. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, quiet = false, value, options, onChange } = props;
  const id = useId();
  return (
    <div className={quiet ? '' : 'field'}>
      <label className={quiet ? 'vh' : undefined} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input select"
        value={value}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
