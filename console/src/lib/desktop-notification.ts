// The browser's own notification. Where pages may not open one though they may ask for permission (Android), there is
// none: whoever announces goes on, since the live stream is what announces.
export function openNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}
