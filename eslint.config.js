import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** What declares a name: a variable, a function, a parameter, and a member of a pattern. */
const DECLARED = [
  'VariableDeclarator > Identifier.id',
  'FunctionDeclaration > Identifier.id',
  ':function > Identifier.params',
  'ObjectPattern > Property > Identifier.value',
  'ArrayPattern > Identifier.elements',
  'AssignmentPattern > Identifier.left',
];
const OF_NODE_TEST = '[name=/^(it|describe|suite|test|before|beforeEach|after|afterEach|mock)$/]';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.pinrate/', 'coverage/'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      // Prettier breaks what it can; this finds comments and texts
      'max-len': ['error', { code: 120, ignoreRegExpLiterals: true, ignoreTemplateLiterals: true, ignoreUrls: true }],
    },
  },
  {
    // Served to the browser as they stand.
    files: ['src/docs/**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'addEventListener',
          'btoa',
          'crypto',
          'document',
          'localStorage',
          'location',
          'navigator',
          'TextEncoder',
          'URL',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // Programs that readers of docs/integrate.md copy, for Node.js.
    files: ['docs/examples/**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        ['AbortSignal', 'console', 'fetch', 'process', 'URL'].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // Command-line programs speak to their user on the terminal; node:test's describe/it return promises by design.
    files: ['bench/**', 'data/**', 'test/**'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-floating-promises': 'off' },
  },
  {
    files: ['test/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: DECLARED.map((declared) => declared + OF_NODE_TEST).join(', '),
          message: 'A reader takes this for a function of node:test: name it after what it is.',
        },
      ],
    },
  },
);
