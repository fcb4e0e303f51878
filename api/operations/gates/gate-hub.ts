import type { GateFault, GateReason } from '@openspot/core/gates/enums.ts'
import type { Deps } from '../../deps.ts'
import { eachByItself, reportFailure, Tried } from '../../failures.ts'
import type { CommandOutcome, GateHub, PulseRequest } from '../../gates.ts'
import type {
  ConfigFaultCode,
  GateDriver,
  GateEvent,
  TriggerOutcome,
  TriggerReason,
} from './drivers/driver.ts'
import { beginPulse, type GateReport, reportGate, settleOpen, sweepOpens } from './gate-opens.sql.ts'
import {
  findWiredGate,
  listWiredGates,
  replaceHold,
  sealFor,
  updateGate,
  type WiredGate,
} from './gates.sql.ts'
import type { GateDrivers } from './open-driver.ts'

/** How long a device may take to answer. */
const answerMs = 5_000
/** After this time a request is UNKNOWN even if the process that sent it is gone. */
const answerSeconds = 10
const heartbeatMs = 60_000
const selfCheckMs = 3_600_000

type HubDeps = Pick<Deps, 'settings' | 'database' | 'ports' | 'secrets' | 'changes' | 'log'>

/** Opens the hub. Drivers connect when their gate is first used, and again after its settings change. */
export function openGateHub(deps: HubDeps, installed: GateDrivers): GateHub {
  const { database, ports, secrets, changes, log } = deps
  const { pool, db } = database
  const drivers = new Map<string, { changed_at: string; driver: GateDriver }>()
  const reports = new Map<string, Promise<void>>()
  const busy = new Set<Promise<unknown>>()
  const tried = new Tried()

  function driverOf(gate: WiredGate): GateDriver {
    const known = drivers.get(gate.id)
    if (known?.changed_at === gate.changed_at) return known.driver
    if (known) track(known.driver.close(), 'close_gate_driver', gate.id)
    const password = gate.device_password === null ? null : secrets.unseal(sealFor, gate.device_password)
    const driver = installed.open(gate, password)
    drivers.set(gate.id, { changed_at: gate.changed_at, driver })
    driver.subscribe((event) => track(report(gate, reportOf(event)), 'report_gate', gate.id))
    return driver
  }

  function track(work: Promise<unknown>, task: string, id: string): void {
    const all = work
      .catch((error: unknown) => reportFailure(log, { task, id, error }))
      .finally(() => busy.delete(all))
    busy.add(all)
  }

  /** The reports of a gate are stored one after another, in the order in which its device made them. */
  async function report(gate: WiredGate, what: GateReport): Promise<void> {
    const { id: gate_id, lot_id } = gate
    const store = async () => {
      const hasChanged = await reportGate(pool, { lot_id, gate_id, now: ports.now(), report: what })
      if (hasChanged) changes.announce(lot_id)
    }
    const stored = (reports.get(gate_id) ?? Promise.resolve()).then(store, store)
    reports.set(gate_id, stored)
    await stored
  }

  async function readNow(gate: WiredGate): Promise<void> {
    const { observed_at, ...reading } = await driverOf(gate).status()
    await report(gate, { ...reading, observed_at: observed_at.toISOString() })
  }

  async function carryOut({ lot_id, gate_id, open_id }: PulseRequest): Promise<void> {
    const settle = (
      status: Parameters<typeof settleOpen>[1]['status'],
      reason: GateReason | null,
      response: string | null,
    ) => settleOpen(pool, { lot_id, open_id, status, reason, response, now: ports.now() })
    const gate = await findWiredGate(pool, gate_id)
    if (!gate) {
      await settle('FAILED', 'UNREACHABLE', null)
      return
    }
    let driver: GateDriver
    try {
      driver = driverOf(gate)
    } catch (error) {
      // For example an MQTT gate while the installation has no broker.
      reportFailure(log, { task: 'open_gate_driver', id: gate_id, error })
      await settle('FAILED', 'MISCONFIGURED', null)
      return changes.announce(lot_id)
    }
    // From here on the pulse may be out, so nobody may send it again, whatever happens to this process.
    const asked_at = ports.now()
    const begun_ms = await beginPulse(pool, lot_id, open_id, asked_at)
    changes.announce(lot_id)
    if (begun_ms === null) return
    // Without the time for which this waited for a connection and for the gate.
    const left_ms = begun_ms - (ports.now().getTime() - asked_at.getTime())
    if (left_ms <= 0) {
      await settle('FAILED', 'NOT_DELIVERED', null)
      return changes.announce(lot_id)
    }
    const { outcome, reason, response } = await driver.trigger({
      request_id: open_id,
      pulse_ms: gate.pulse_ms,
      // A pulse that leaves late may close the gate on a car, so a slow start takes time from the device.
      signal: AbortSignal.timeout(Math.min(answerMs, left_ms)),
    })
    const text = response === null ? null : JSON.stringify(response).slice(0, 2000)
    if (outcome === 'NOT_SENT') {
      await settle('FAILED', reasonOf(reason), text)
    } else if (outcome === 'ACKNOWLEDGED') {
      await settle('TRIGGERED', null, text)
      if (!gate.has_position_sensor) await settle('UNCONFIRMED', 'NO_SENSOR', null)
    } else if (reason !== 'no_acknowledgment') {
      await settle('UNKNOWN', 'NO_ANSWER', text)
    }
    changes.announce(lot_id)
  }

  async function command(
    gate_id: string,
    run: (driver: GateDriver) => Promise<TriggerOutcome>,
  ): Promise<CommandOutcome> {
    const gate = await findWiredGate(pool, gate_id)
    return gate ? (await run(driverOf(gate))).outcome : 'NOT_SENT'
  }

  async function check(gate: WiredGate): Promise<void> {
    const found = await driverOf(gate).checkConfig()
    const faults = [...new Set(found.map(({ code }) => faultOf(code)))]
    await updateGate(db, gate.lot_id, gate.id, { faults, checked_at: ports.now().toISOString() })
    await readNow(gate)
  }

  const commandOf = () => ({ request_id: ports.id(), signal: AbortSignal.timeout(answerMs) })
  const holdOpen = (gate_id: string, until: Date) =>
    command(gate_id, (driver) => driver.holdOpen({ ...commandOf(), until }))
  const release = (gate_id: string) => command(gate_id, (driver) => driver.endHoldOpen(commandOf()))
  const beats = new Map<string, number>()

  async function lookAfterGate(gate: WiredGate): Promise<void> {
    const now = ports.now()
    if (gate.held_open_until !== null && Date.parse(gate.held_open_until) <= now.getTime()) {
      // If the device does not answer, the next round tries again: this command is not a pulse and may be repeated.
      if ((await release(gate.id)) !== 'ACKNOWLEDGED') throw new Error('the gate was not released')
      await replaceHold(db, gate.lot_id, gate.id, gate.held_open_until, {
        held_open_until: null,
        held_open_by_user_id: null,
      })
      changes.announce(gate.lot_id)
    }
    if ((beats.get(gate.id) ?? 0) > now.getTime() - heartbeatMs) return
    beats.set(gate.id, now.getTime())
    const isCheckDue = gate.checked_at === null || Date.parse(gate.checked_at) < now.getTime() - selfCheckMs
    await (isCheckDue ? check(gate) : readNow(gate))
  }

  return {
    send: (request) => track(carryOut(request), 'open_gate', request.open_id),
    holdOpen,
    release,
    async check(gate_id) {
      const gate = await findWiredGate(pool, gate_id)
      if (gate) await check(gate)
    },
    async lookAfter() {
      for (const lot_id of await sweepOpens(pool, ports.now(), answerSeconds)) changes.announce(lot_id)
      const gates = await listWiredGates(pool)
      const known = new Set(gates.map(({ id }) => id))
      for (const [id, { driver }] of drivers) {
        if (known.has(id)) continue
        drivers.delete(id)
        track(driver.close(), 'close_gate_driver', id)
      }
      // At once, because each device that is off takes its whole timeout.
      const each = { log, task: 'look_after_gate', tried }
      await Promise.all(gates.map((gate) => eachByItself(each, [gate], ({ id }) => id, lookAfterGate)))
    },
    async settled() {
      while (busy.size > 0) await Promise.all(busy)
    },
    async close() {
      await Promise.all(busy)
      await Promise.all([...drivers.values()].map(({ driver }) => driver.close()))
      await installed.close()
    },
  }
}

const reportOf = (event: GateEvent): GateReport => ({
  observed_at: event.observed_at.toISOString(),
  position: event.type === 'POSITION' ? event.position : null,
  is_obstructed: event.type === 'OBSTRUCTION' ? event.is_obstructed : null,
  is_reachable: event.type === 'REACHABILITY' ? event.is_reachable : null,
})

/** The stored name of what the self-check found. A code of the drivers that is not in `gateFaults` is a type error. */
const faultOf = (code: ConfigFaultCode): GateFault => code.toUpperCase() as Uppercase<ConfigFaultCode>

/** Returns the stored reason for which nothing was sent. */
function reasonOf(reason: TriggerReason | null): GateReason {
  switch (reason) {
    case 'unauthorized':
    case 'misconfigured':
    case 'network_not_allowed':
      return 'MISCONFIGURED'
    case 'refused':
      return 'REFUSED'
    case 'device_offline':
    case 'broker_disconnected':
      return 'OFFLINE'
    default:
      return 'UNREACHABLE'
  }
}
