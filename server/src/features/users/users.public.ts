// The door of the users slice: making users from inside the program (the demo), under the same rules as from the
// console.
export { createUser, type NewUser } from './create-user.ts'
export type { UsersDeps } from './users.deps.ts'
