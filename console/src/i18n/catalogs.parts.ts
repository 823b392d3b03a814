// Which texts travel together: the file of texts decides, by the feature it lies in. Used by the build and by tests.
export const catalogParts = ['door', 'user', 'admin'] as const
export type CatalogPart = (typeof catalogParts)[number]

/** Features that only administrators open. Everything that is neither here nor at the door is every user's. */
const administration =
  /\/features\/(admin-dashboard|alerts|audit|carriers|holds|operations|payments|quarantine|settings|system|users)\//
const door = /\/(features\/(identity|shell)|i18n|lib|ui)\/|\/paths\.ts$/

/** `path` is that of a file of texts, as in console/src/features/wallet/wallet.texts.ts. */
export function partOf(path: string): CatalogPart {
  if (door.test(path)) return 'door'
  return administration.test(path) ? 'admin' : 'user'
}

/**
 * Catalogs of what the server says, with who loads them: messages of errors and of fields, what a sign-in can be
 * answered, and everything else. The first whose paths match has a file.
 */
export const serverCatalogs: readonly { catalog: string; part: CatalogPart; paths: RegExp }[] = [
  {
    catalog: 'contract',
    part: 'door',
    paths: /^packages\/contract\/src\/.*\.ts$|^console\/src\/lib\/(api|auth-\w+)\.ts$/,
  },
  { catalog: 'server-identity', part: 'door', paths: /^server\/src\/features\/identity\// },
  { catalog: 'server', part: 'user', paths: /^server\/src\/features\// },
]

/** The name of the catalog of a file of texts: 'wallet' for wallet.texts.ts, 'paths' for paths.ts. */
export function catalogNameOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/(\.texts)?\.tsx?$/, '')
}
