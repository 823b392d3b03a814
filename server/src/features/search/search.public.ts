// The door of search: its one operation.
export { searchRoutes } from './search.routes.ts'
