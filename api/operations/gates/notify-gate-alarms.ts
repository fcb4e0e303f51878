import type { Settings } from '@openspot/core/settings.ts'
import { formatInFullWithZone } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { eachByItself, Tried } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { dispatchNotice } from '../../platform/notifications/dispatch.ts'
import { type GateAlarm, listGateAlarms } from './gate-alarms.sql.ts'

type AlarmDeps = Pick<PaymentDeps, 'db' | 'pool' | 'ports' | 'log'> & { settings: Settings }

/** Notifies the admins of each gate that needs a person, in the app and by email, once per incident. */
export async function notifyGateAlarms(deps: AlarmDeps, tried = new Tried()): Promise<void> {
  const alarms = await listGateAlarms(deps.pool, deps.ports.now())
  const idOf = ({ about, user_id }: GateAlarm) => `${about} ${user_id}`
  await eachByItself({ log: deps.log, task: 'notify_gate_alarm', tried }, alarms, idOf, (one) =>
    notify(deps, one),
  )
}

async function notify({ db, ports, settings }: AlarmDeps, alarm: GateAlarm): Promise<void> {
  const { kind, lot_id, user_id, about } = alarm
  const t = translatorFor(alarm.language)
  const now = ports.now()
  const values = {
    gate: alarm.gate_name,
    lot: alarm.lot_name,
    since: formatInFullWithZone(alarm.since ?? now.toISOString(), {
      zone: alarm.time_zone,
      locale: localeOf(t),
    }),
  }
  const title = t(`gateNotices.${kind}.heading`, values)
  const text = t(`gateNotices.${kind}.text`, values)
  const email = {
    subject: t(`gateNotices.${kind}.subject`, values),
    button: t(`gateNotices.${kind}.button`),
  }
  const notice = { user_id, lot_id, kind, about, title, text, email }
  const path = `/lots/${lot_id}/gates`
  await db
    .transaction()
    .execute((tx) => dispatchNotice({ ports, settings }, tx, { ...notice, path, to_address: alarm.email }))
}
