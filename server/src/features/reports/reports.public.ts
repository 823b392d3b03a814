// The door of the reports slice: its operations, its files and its jobs.
export { filesRoutes } from './download-export.ts'
export { reportsJobs } from './reports.jobs.ts'
export { reportsRoutes } from './reports.routes.ts'
