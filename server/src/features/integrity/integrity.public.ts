// The door of the integrity slice. It deliberately offers nobody to open or end a case from elsewhere: a case comes
// from a signal or an admin, and ends by two people.
export { integrityJobs } from './integrity.jobs.ts'
export { integrityRoutes } from './integrity.routes.ts'
