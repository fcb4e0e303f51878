import type { Settings } from '@openspot/core/settings.ts'
import { formatInFullWithZone } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { eachByItself, Tried } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { dispatchNotice } from '../../platform/notifications/dispatch.ts'
import { listSilentCameras, type SilentCamera } from './silent-cameras.sql.ts'

type SilentDeps = Pick<PaymentDeps, 'db' | 'pool' | 'ports' | 'log'> & { settings: Settings }

/** Notifies the admins of each camera that stopped sending, in the app and by email, once until it sends again. */
export async function notifySilentCameras(deps: SilentDeps, tried = new Tried()): Promise<void> {
  const cameras = await listSilentCameras(deps.pool, deps.ports.now())
  const idOf = ({ about, user_id }: SilentCamera) => `${about} ${user_id}`
  await eachByItself({ log: deps.log, task: 'notify_silent_camera', tried }, cameras, idOf, (one) =>
    notify(deps, one),
  )
}

async function notify({ db, ports, settings }: SilentDeps, camera: SilentCamera): Promise<void> {
  const { lot_id, user_id, about } = camera
  const t = translatorFor(camera.language)
  const values = {
    camera: camera.camera_name,
    lot: camera.lot_name,
    since: formatInFullWithZone(camera.since, { zone: camera.time_zone, locale: localeOf(t) }),
  }
  const title = t('cameraNotices.CAMERA_SILENT.heading', values)
  const text = t('cameraNotices.CAMERA_SILENT.text', values)
  const email = {
    subject: t('cameraNotices.CAMERA_SILENT.subject', values),
    button: t('cameraNotices.CAMERA_SILENT.button'),
  }
  const notice = { user_id, lot_id, kind: 'CAMERA_SILENT' as const, about, title, text, email }
  const path = `/lots/${lot_id}/cameras`
  await db
    .transaction()
    .execute((tx) => dispatchNotice({ ports, settings }, tx, { ...notice, path, to_address: camera.email }))
}
