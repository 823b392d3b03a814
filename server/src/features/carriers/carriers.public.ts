// The door of the carriers slice: the runtime that keeps connections up, the HTTP way in, and the shape of what
// connections hand to the pipeline.
export { startConnections, type ConnectionsRuntime, type ConnectionsRuntimeDeps } from './connections.runtime.ts'
export { ingressRoutes, type IngressDeps } from './http-ingress.ts'
export type { ConnectionFacts, Intake, IntakeItem, IntakePort, Outcome, ReceivedContent, SessionEnd } from './intake.ts'
export { carriersRoutes } from './carriers.routes.ts'
export { watchConnections, type WatchedConnection } from './watch-connections.ts'
export { carriersJobs } from './carriers.jobs.ts'
export { createSelfMark, postAsCarrier, type SelfRequestDeps } from './self-request.ts'
export type { HttpConnection } from './http-ingress.ts'
