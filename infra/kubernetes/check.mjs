import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [packages, ...files] = process.argv.slice(2);
const require = createRequire(join(packages, 'package.json'));
const { parseAllDocuments } = require('yaml');

let failed = 0;
let checked = 0;
for (const file of files) {
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'))) {
    const manifest = document.toJS();
    const { apiVersion, kind } = manifest;
    if (kind === 'Kustomization') {
      for (const name of manifest.resources)
        if (!files.includes(name)) tell(file, kind, `names ${name}, which does not exist`);
      continue;
    }
    if (apiVersion.startsWith('monitoring.coreos.com/')) {
      console.log(`${file} (${kind}): not checked, because there is no schema for it.`);
      continue;
    }
    try {
      const group = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
      const model = join(packages, 'node_modules', group, apiVersion, `${kind}.js`);
      const { [kind]: Model } = await import(pathToFileURL(model).href);
      new Model(manifest).validate();
      checked += 1;
    } catch (error) {
      tell(file, kind, error.message);
    }
  }
}
console.log(`${checked} manifests fit their schemas, ${failed} do not.`);
process.exit(failed > 0 ? 1 : 0);

function tell(file, kind, message) {
  failed += 1;
  console.error(`${file} (${kind}): ${message}`);
}
