/** A dataset as a node has it in memory, in this process: its documents, and their index. */
import { strict as assert } from 'node:assert';
import { Catalog } from '../../src/control/documents/catalog.js';
import { IndexPublisher } from '../../src/control/publisher.js';
import { GEOGRAPHY_FOLDER } from '../../src/package-root.js';
import { readDataset } from '../../src/store/dataset/dataset.js';

export async function indexed(dataset: string) {
  const read = await readDataset(dataset, { geographyFolder: GEOGRAPHY_FOLDER });
  assert(read.ok, 'the dataset is refused');
  const { documents } = read;
  const catalog = Catalog.of(documents);
  const publisher = new IndexPublisher({
    source: catalog,
    settings: { gstRate: 180_000, roadFactor: 1.3 },
    publish() {},
    onFailure(error) {
      throw error;
    },
    now: Date.now,
  });
  publisher.start();
  return { documents, catalog, publisher };
}
