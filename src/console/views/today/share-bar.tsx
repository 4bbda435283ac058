/** A part of a whole as a bar, with the same in words behind it. */

interface ShareBarProps {
  /** From 0; what is above 1 fills the bar. */
  of: number;
  words: string;
  isFull?: boolean;
}

export const ShareBar = ({ of, words, isFull = false }: ShareBarProps) => (
  <span class="share">
    <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" width="1000" height="10" />
      <rect class={isFull ? 'full' : ''} width={Math.min(Math.max(of, 0), 1) * 1000} height="10" />
    </svg>
    <span>{words}</span>
  </span>
);
