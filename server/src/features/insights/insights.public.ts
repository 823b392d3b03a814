// The door of the insights slice: its operations.
export { insightsRoutes } from './insights.routes.ts'
