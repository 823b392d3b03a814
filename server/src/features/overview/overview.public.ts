// The door of the overview: its operations. Nobody reads it but the console.
export { overviewRoutes } from './overview.routes.ts'
