/** The words of a sheet of outcomes: what each means, and what else it may mean. */
import type { Partner } from '../../../model/documents.js';
import { whole } from '../../../words.js';
import { Table } from '../../parts/table.js';
import type { Choices, SeenWord } from '../../reader/messages.js';
import { STATUSES } from './outcome-effect.js';

const UNKNOWN = '?';

interface WordsProps {
  words: readonly SeenWord[];
  choices: Choices;
  choose(more: Choices): void;
  couriers: readonly Partner[];
  isOlder: boolean;
}

export function Words({ words, choices, choose, couriers, isOlder }: WordsProps) {
  const all = withChosen(words, choices);
  if (all.length === 0) return null;
  const ofCouriers = couriers.map(({ partnerId, name }) => [partnerId, name] as const);
  return (
    <section aria-labelledby="words">
      <h2 id="words">Words</h2>
      <Table name="Words" columns={['Word', { name: 'Rows', isNumber: true }, 'Means']} isOlder={isOlder}>
        {all.map(({ field, word, rows, means }) => {
          const name = `${field}:${word}`;
          const value = choices[name] ?? means ?? UNKNOWN;
          return (
            <tr key={name}>
              <th scope="row">{word}</th>
              <td class="number">{rows === 0 ? '–' : whole(rows)}</td>
              <td>
                <select
                  aria-label={`${word} means`}
                  value={value}
                  onChange={(event) => choose({ [name]: event.currentTarget.value })}
                >
                  {value === UNKNOWN && <option value={UNKNOWN}>Choose</option>}
                  {(field === 'status' ? STATUSES : ofCouriers).map(([id, text]) => (
                    <option key={id} value={id}>
                      {text}
                    </option>
                  ))}
                  <option value="">Not counted: rows with it are left out</option>
                </select>
              </td>
            </tr>
          );
        })}
      </Table>
    </section>
  );
}

/** Those that nobody knows first; words that are left out are read no more, and may be chosen again. */
function withChosen(words: readonly SeenWord[], choices: Choices): readonly SeenWord[] {
  const read = new Set(words.map(({ field, word }) => `${field}:${word}`));
  const others = Object.entries(choices)
    .filter(([name]) => name.includes(':') && !read.has(name))
    .map(([name, means]): SeenWord => {
      const [field, ...word] = name.split(':');
      return { field: field as SeenWord['field'], word: word.join(':'), rows: 0, means };
    });
  return [...words, ...others];
}
