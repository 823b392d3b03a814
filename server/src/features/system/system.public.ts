// The door of the system slice.
export { systemRoutes } from './system.routes.ts'
