// The door of the insights slice: its operations, its job, and how a late hour is told to the figures by day.
export { insightsJobs } from './insights.jobs.ts'
export { insightsRoutes } from './insights.routes.ts'
export { refreshDays } from './refresh-days.ts'
