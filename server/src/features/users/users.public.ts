// The door of the users slice: its operations, and what they are given.
export { recordActing } from './record-acting.ts'
export { usersRoutes } from './users.routes.ts'
export type { UsersDeps } from './users.deps.ts'
