// The only door of ranges for the pipeline and other slices.
export { loadRouting, type Routing, type RoutingRow } from './load-routing.ts'
export { rangesRoutes } from './ranges.routes.ts'
