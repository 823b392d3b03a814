// The door of the users slice: its operations, and what they are given.
export { renderImport } from './import/import.report.ts'
export { importUsers } from './import/import-users.ts'
export { IMPORT_BYTES_MAX, readImport } from './import/read-import.ts'
export { recordActing } from './record-acting.ts'
export { usersRoutes } from './users.routes.ts'
export type { UsersDeps } from './users.deps.ts'
