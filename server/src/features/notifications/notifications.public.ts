// The door of notifications: other slices write them, the live stream reads what is new.
export { notify, type NewNotification } from './notify.ts'
export { notifyLimit } from './notify-limit.ts'
export { readNews, type News, type NewsPlace } from './read-news.ts'
export { notificationsJobs } from './notifications.jobs.ts'
export { notificationsRoutes } from './notifications.routes.ts'
