import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { ownTables } from './own-tables.mjs';

const MANAGER = `declare const manager: {
  create<T>(of: new () => T, row: object): T;
  save<T>(...rows: (T | (new () => T))[]): Promise<T>;
  update(...of: unknown[]): Promise<void>;
  createQueryBuilder(): { insert(): { into(of: unknown): void }; delete(): { from(of: unknown): void } };
};
declare const query: (sql: string) => Promise<void>;`;
const IMPORTS = `import { Box } from '../boxes/box.entity.js';\nimport { Shelf } from './shelf.entity.js';`;

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'own-tables-'));
  write('services/features/boxes/box.entity.ts', `@Entity('boxes')\n@Index(['id'])\nexport class Box { id: string }`);
  write('services/features/shelves/shelf.entity.ts', `@Entity('shelves')\nexport class Shelf { boxes: Box[] }`);
});
afterAll(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const OPTIONS = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2024, types: [] };

/** Parses TypeScript's own declarations once: they take longer than all cases. */
function compilerHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  return {
    ...host,
    getSourceFile: (name, ...rest) => {
      if (!name.includes('/typescript/lib/')) return host.getSourceFile(name, ...rest);
      if (!parsed.has(name)) parsed.set(name, host.getSourceFile(name, ...rest));
      return parsed.get(name);
    },
  };
}
const host = compilerHost();

/** Messages of the rule for a file of the feature `shelves`. */
function judge(code: string, path = 'services/features/shelves/shelves.service.ts'): string[] {
  const text = `${IMPORTS}\n${MANAGER}\n${code}`;
  const file = write(path, text);
  const program = ts.createProgram([file], OPTIONS, host);
  const messages = new Linter({ cwd: root }).verify(
    text,
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser, parserOptions: { programs: [program] } },
      plugins: { lacquer: { rules: { 'own-tables': ownTables } } },
      rules: { 'lacquer/own-tables': 'error' },
    },
    file,
  );
  return messages.map(({ message }) => message.split(' ').slice(0, 4).join(' '));
}

const FOREIGN = /^(boxes|Box) belongs to boxes/;

describe('a write to a table of another feature', () => {
  it.each([
    'query(`INSERT INTO boxes (id) VALUES (1)`)',
    "query('UPDATE boxes SET id = 1')",
    "query('UPDATE boxes b SET id = 1')",
    'query(`WITH old AS (DELETE FROM boxes RETURNING id) SELECT id FROM old`)',
    'query(`DELETE FROM boxes WHERE id = $' + '{1}`)',
    "query('delete from boxes')",
    "query('TRUNCATE boxes')",
    'manager.update(Box, { id: 1 }, {})',
    'manager.save(manager.create(Box, {}))',
    'manager.save([1, 2].map((id) => manager.create(Box, { id })))',
    'const box = new Box(); manager.save(box)',
    'manager.createQueryBuilder().insert().into(Box)',
    'manager.createQueryBuilder().delete().from(Box)',
  ])('is found in %s', (code) => {
    expect(judge(code)).toEqual([expect.stringMatching(FOREIGN)]);
  });

  it('is found outside the features as well', () => {
    expect(judge(`query('DELETE FROM boxes')`, 'services/api/main.ts')).toEqual([expect.stringMatching(FOREIGN)]);
  });

  it.each([
    "query('UPDATE shelves SET id = 1')",
    'manager.save(manager.create(Shelf, {}))',
    "query('SELECT * FROM boxes FOR UPDATE')",
    "query('INSERT INTO shelves (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = (SELECT id FROM boxes)')",
    "throw new Error('Insert into the shelf')",
    'new Map([[Box, 1]]).delete(Box.prototype as never)',
  ])('is not seen in %s', (code) => {
    expect(judge(code)).toEqual([]);
  });

  it('is refused for a table without an owner', () => {
    expect(judge("query('DELETE FROM crates')")).toEqual([expect.stringContaining('Nobody is known')]);
    expect(judge('query(`DELETE FROM $' + '{table}`)')).toEqual([expect.stringContaining('Nobody is known')]);
  });
});
