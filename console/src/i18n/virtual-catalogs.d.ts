// What the build makes out of the catalogs, see catalogs.plugin.ts.
declare module 'virtual:catalog/*' {
  const byDigest: Readonly<Record<string, string | { readonly other: string }>>
  export default byDigest
}
