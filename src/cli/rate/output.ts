/** Where priced lines go: standard output, or a file that an interrupted run leaves complete up to a line. */
import { type FileHandle, open } from 'node:fs/promises';
import type { World } from '../world.js';

export class RateOutput {
  private constructor(
    private readonly world: World,
    private readonly file: FileHandle | null,
  ) {}

  /** @param path null: standard output @param keptBytes of a file that an earlier run left; the rest of it goes */
  static async open(world: World, path: string | null, keptBytes: number): Promise<RateOutput> {
    if (path === null) return new RateOutput(world, null);
    const file = await open(path, keptBytes === 0 ? 'w' : 'a');
    await file.truncate(keptBytes);
    return new RateOutput(world, file);
  }

  async write(text: string): Promise<void> {
    if (this.file === null) this.world.out.write(text);
    else await this.file.appendFile(text);
  }

  async close(): Promise<void> {
    await this.file?.close();
  }
}
