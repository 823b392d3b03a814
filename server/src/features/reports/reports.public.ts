// The door of the reports slice.
export { reportsRoutes } from './reports.routes.ts'
