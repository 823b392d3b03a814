// The door of quarantine: its operations, how many messages wait, and what it asks of the pipeline to let one land.
export type { Landing, LandingStages, Locator, Verdict } from './landing.door.ts'
export { quarantineJobs } from './quarantine.jobs.ts'
export { quarantineRoutes } from './quarantine.routes.ts'
export { countWaiting } from './read-summary.ts'
