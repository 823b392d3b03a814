// The door of test numbers: their operations and their job.
export { testNumbersJobs } from './test-numbers.jobs.ts'
export { testNumbersRoutes } from './test-numbers.routes.ts'
