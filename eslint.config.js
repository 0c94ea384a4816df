import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';
import { ownTables } from './scripts/own-tables.mjs';
import { plainEnglish } from './scripts/plain-english.mjs';
import { missingFeatures } from './web/browser-floor.mjs';

const tests = ['**/*.spec.ts', '**/*.test.ts', '**/*.e2e.ts', '**/*.testing.ts', 'services/testing/**', 'web/e2e/**'];

const noPrivateIdentifiers = { selector: 'PrivateIdentifier', message: 'Private members are written `private`.' };
const noInjectedManagers = {
  selector:
    'MethodDefinition[kind="constructor"] > FunctionExpression > .params TSTypeReference[typeName.name=/^(DataSource|EntityManager|Repository)$/]',
  message: 'Inject `Database`: what is written past its `tx` emits no events and is rolled back alone.',
};

const noPlainJson = {
  selector: 'Decorator > CallExpression[callee.name="Column"] Literal[value="jsonb"]',
  message: 'Use `JsonColumn`: it replaces what PostgreSQL cannot store in texts.',
};

/** Rules for the suffixes of a feature's files. */
const services = [
  {
    selector: 'Program:not(:has(ClassDeclaration > Decorator[expression.callee.name="Injectable"]))',
    message: 'A .service.ts holds a provider; functions for other features are in a .lib.ts or .writes.ts.',
  },
  {
    selector:
      'ExportNamedDeclaration > FunctionDeclaration[params.0.name="tx"], ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > ArrowFunctionExpression[params.0.name="tx"]',
    message: 'What other features may write in a transaction is in a .writes.ts.',
  },
];
const events = {
  selector: 'CallExpression[callee.property.name="query"], MemberExpression[property.name="manager"]',
  message: 'An .events.ts defines events and publishes them; it reads and writes no table.',
};

/** Added by web/src/polyfills.ts. */
const POLYFILLS = ['AbortSignal.any', 'Map.groupBy', 'Promise.withResolvers'];
const notInBrowsers = missingFeatures().map(({ owner, member }) => ({
  object: owner,
  property: member,
  message: 'One of the oldest supported browsers lacks it (web/browser-floor.mjs).',
}));

export default defineConfig(
  globalIgnores(['dist', 'coverage', '.data', '.test', 'web/build', 'web/.react-router', 'web/src/api/generated']),
  {
    plugins: {
      'import-sort': importSort,
      lacquer: { rules: { 'own-tables': ownTables, 'plain-english': plainEnglish } },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-constant-binary-expression': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'no-self-compare': 'error',
      'no-template-curly-in-string': 'error',
      'no-unreachable': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-useless-assignment': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      // Packages, then what is ours from far to near, each by its path; no blank lines between.
      'import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^\\.\\.(?!/?$)', '^\\.']] }],
      'max-lines': ['error', { max: 320 }],
      'no-restricted-syntax': ['error', noPrivateIdentifiers],
      'lacquer/plain-english': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'no-unused-vars': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // The type of a class, as TypeORM's and Nest's own declarations have it.
      '@typescript-eslint/no-unsafe-function-type': 'off',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // Settings are read in one place; launcher and commands complete the environment first.
    files: ['services/**'],
    ignores: ['services/platform/config.ts', 'services/{launcher,commands/*}/main.ts', ...tests],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only platform/config reads the environment.' },
      ],
    },
  },
  {
    files: ['services/**/*.ts'],
    ignores: ['services/platform/database/migrations/**', ...tests],
    rules: { 'lacquer/own-tables': 'error' },
  },
  {
    files: ['services/**/*.ts'],
    ignores: ['services/platform/database/**', ...tests],
    rules: { 'no-restricted-syntax': ['error', noPrivateIdentifiers, noInjectedManagers, noPlainJson] },
  },
  {
    files: ['services/features/**/*.service.ts'],
    rules: { 'no-restricted-syntax': ['error', noPrivateIdentifiers, noInjectedManagers, ...services] },
  },
  {
    files: ['services/features/**/*.events.ts'],
    rules: { 'no-restricted-syntax': ['error', noPrivateIdentifiers, noInjectedManagers, events] },
  },
  {
    // Nest's injection reads the types of constructor parameters at run time: `import type` there breaks it.
    files: ['services/**/*.ts'],
    ignores: tests,
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    // Browsers run these. The list `lib` of web/tsconfig.json does the same for methods of JavaScript itself.
    files: ['web/src/**', 'services/{album-times,audio-headers,audio-tags,file-kinds,ddp,file-names,fingerprint}/**'],
    ignores: tests,
    rules: {
      'no-restricted-globals': [
        'error',
        ...notInBrowsers
          .filter(({ property }) => property === null)
          .map(({ object: name, message }) => ({ name, message })),
      ],
      'no-restricted-properties': [
        'error',
        ...notInBrowsers.filter(({ object, property }) => property && !POLYFILLS.includes(`${object}.${property}`)),
      ],
    },
  },
  {
    files: ['web/public/floor.js'],
    languageOptions: { ecmaVersion: 5, sourceType: 'script' },
    rules: {
      'no-var': 'off',
      'object-shorthand': 'off',
      'prefer-const': 'off',
      'no-unused-vars': ['error', { caughtErrors: 'none' }],
    },
  },
  // Tests may look at any answer without declaring its type first.
  { files: tests, rules: { 'max-lines': 'off', '@typescript-eslint/no-explicit-any': 'off' } },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    // It names what React Compiler would leave alone; the compiler is not used.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
);
