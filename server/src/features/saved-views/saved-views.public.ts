// The only door of saved views.
export { savedViewsRoutes } from './saved-views.routes.ts'
