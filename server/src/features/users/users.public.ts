// The door of the users slice: making users from inside the program (the demo), under the same rules as from the
// console.
export { createUser } from './create-user.ts'
