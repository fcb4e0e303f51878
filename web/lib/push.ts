const scope = '/push/'

/** Whether this browser can show notifications. Some only can once the site is on the home screen. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

/**
 * Asks for permission, which browsers allow only after a click, and subscribes with the server's key. Returns null if
 * the person doesn't allow notifications.
 */
export async function subscribe(
  key: string,
): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } } | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await navigator.serviceWorker.register('/push-sw.js', { scope })
  await untilActive(registration)
  // A subscription for another key, such as one from before the server was set up again, is useless.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

function untilActive(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return Promise.resolve()
  return new Promise((done) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') done()
    })
  })
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(scope)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
