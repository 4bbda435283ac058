/** Which build of the console the node serves: this page may be older. */
import { useEffect, useState } from 'preact/hooks';

/** Public, of the demo's data. */
export interface DemoCredential {
  id: string;
  secret: string;
}

interface BuildAnswer {
  build: string;
  demo: DemoCredential | null;
}

const OWN = document.querySelector<HTMLMetaElement>('meta[name=build]')!.content;
const MISSED = 'pinrate-missed';

/** A part of this page is missing, or the node was away: it may have another build now. */
export const askForBuild = (): boolean => dispatchEvent(new Event(MISSED));

/** AskState at the beginning, whenever this tab becomes visible, and after a part or the node was missing. */
export function useBuild(): { demo: DemoCredential | null; isOld: boolean } {
  const [answer, setAnswer] = useState<BuildAnswer | null>(null);
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const response = await fetch('/console/build').catch(() => null);
      if (response?.ok === true) setAnswer((await response.json()) as BuildAnswer);
    };
    const asked = () => void ask();
    asked();
    document.addEventListener('visibilitychange', asked);
    addEventListener(MISSED, asked);
    addEventListener('online', asked);
    return () => {
      document.removeEventListener('visibilitychange', asked);
      removeEventListener(MISSED, asked);
      removeEventListener('online', asked);
    };
  }, []);
  return { demo: answer?.demo ?? null, isOld: answer !== null && answer.build !== OWN };
}
