// The door of alerts: the operations, the watch that runs as long as the process, and the job that clears up. It
// deliberately offers no other slice to raise an alert: whatever should be one is measured.
export { alertsJobs, alertsRoutes } from './alerts.routes.ts'
export { startAlerts } from './alerts.runtime.ts'
