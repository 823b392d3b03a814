// The door of quarantine: its operations, its job, and what it asks of the pipeline to let a message land.
export type { Landing, LandingStages, Locator, Verdict } from './landing.door.ts'
export { quarantineJobs } from './quarantine.jobs.ts'
export { quarantineRoutes } from './quarantine.routes.ts'
