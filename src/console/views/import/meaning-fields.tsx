/** The fields for what the cells of a sheet leave open. */
import { Choice } from '../../parts/field.js';
import type { CellMeaning } from '../../reader/messages.js';

const DAYS = [
  ['', 'As the sheet tells'],
  ['DMY', 'Day first, 05/12 is in December'],
  ['MDY', 'Month first, 05/12 is in May'],
] as const;
const WEIGHTS = [
  ['', 'As the sheet says'],
  ['kg', 'In kg'],
  ['g', 'In grams'],
] as const;

interface MeaningFieldsProps {
  meant: CellMeaning;
  mean(name: keyof CellMeaning): (value: string) => void;
  /** Absent: it has. */
  hasWeights?: boolean;
}

export const MeaningFields = ({ meant, mean, hasWeights = true }: MeaningFieldsProps) => (
  <>
    <Choice label="Days" value={meant.days} set={mean('days')} options={DAYS} />
    {hasWeights && <Choice label="Weights" value={meant.unit} set={mean('unit')} options={WEIGHTS} />}
  </>
);
