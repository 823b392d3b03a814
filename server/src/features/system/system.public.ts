// The door of the system slice: its operations, the recorder that runs as long as the process, and what it measures.
export { measureSystem, type SystemFacts } from './measure-system.ts'
export { selectAcknowledgedByMinute } from './minutes.queries.ts'
export { perSecond } from './minutes.rules.ts'
export { readDisk } from './read-disk.ts'
export type { SystemDeps } from './system.deps.ts'
export { SystemRecorder } from './system.recorder.ts'
export { systemRoutes } from './system.routes.ts'
export { systemJobs } from './thin-measurements.ts'
