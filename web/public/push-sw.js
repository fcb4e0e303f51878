// Shows notifications that arrive while Openspot isn't open, and opens their pages. Its scope, /push/, has no pages, so it controls
// none, and the worker of the patrol keeps its own (docs/decisions/0022-notifications.md).
const INBOX = '/me/notifications'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.oldSubscription)))

/** A browser requires that each push is shown, so one that can't be read is shown too. */
function read(data) {
  try {
    return data.json()
  } catch {
    return { title: 'Openspot', text: '', url: INBOX, tag: 'unread' }
  }
}

/** A second copy of a notice has the same tag, so it takes the place of the first without another sound. */
const show = ({ title, text, url, tag, lang, dir }) =>
  self.registration.showNotification(title, {
    body: text,
    tag,
    lang,
    dir,
    icon: '/patrol-icon-192.png',
    data: { url },
  })

/** Opens a page of this site, in the tab that shows it already if there is one. */
async function open(url) {
  const wanted = new URL(url ?? INBOX, self.location.origin)
  const target =
    wanted.origin === self.location.origin ? wanted.href : new URL(INBOX, self.location.origin).href
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((one) => one.url === target)
  return tab ? tab.focus() : self.clients.openWindow(target)
}

/** The browser replaced the subscription. Without a session this fails, and the person turns notifications on again. */
async function renew(former) {
  if (!former) return
  const subscription = await self.registration.pushManager.subscribe(former.options)
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/v1/push-devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-openspot-client': 'web' },
    body: JSON.stringify({ kind: 'WEB_PUSH', endpoint, keys }),
  })
}
