import { CallError } from '@openspot/contract/call.ts'
import { monitoring } from '@openspot/core/error-monitoring/constants.ts'
import { isFrameworkSignal, isLeftOutOfTraces } from '@openspot/core/error-monitoring/left-out.ts'
import { maskCrumb, maskEvent } from '@openspot/core/error-monitoring/mask-event.ts'
import { type ReportSettings, tunnelOf } from '@openspot/core/error-monitoring/page-settings.ts'
import { deviceOf } from '@openspot/core/text/device.ts'
import {
  addEventProcessor,
  type Breadcrumb,
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  type Event,
  globalHandlersIntegration,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
} from '@sentry/browser'
import { type About, deliverTo } from '@/lib/reports/report.ts'
import { personId } from '@/lib/signed-in-hint.ts'
import { asksNotToTrack, countChoice, subscribe } from '@/lib/usage/choice.ts'
import { previousRecording, recording } from './recording.ts'

/** Starts the SDK of Sentry. It is loaded only here, once the page is usable. */
export function startSdk(settings: ReportSettings): void {
  const wishes = { asks_not_to_track: asksNotToTrack(), has_declined: countChoice() === 'DECLINED' }
  const { integration, rates } = recording(wishes)
  const isFollowed = !wishes.asks_not_to_track && !wishes.has_declined
  init({
    dsn: settings.dsn,
    // Nothing is sent anywhere else.
    tunnel: tunnelOf(settings),
    release: settings.release,
    environment: settings.environment,
    defaultIntegrations: false,
    integrations: [
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      breadcrumbsIntegration(),
      browserTracingIntegration({ instrumentPageLoad: !isMissingPage() }),
      ...(integration === null ? [] : [integration]),
    ],
    tracesSampleRate: monitoring.traces_sample_rate,
    traceLifecycle: 'static',
    replaysSessionSampleRate: rates.session,
    replaysOnErrorSampleRate: rates.on_error,
    sendClientReports: false,
    maxBreadcrumbs: 100,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      stackFrameVariables: false,
    },
    initialScope: {
      tags: { source: 'browser' },
      contexts: { browser: browserFacts() },
      user: isFollowed ? { id: personId() ?? undefined } : {},
    },
    beforeBreadcrumb: (crumb) => maskCrumb(crumb) as Breadcrumb,
    beforeSend: (event, { originalException }) =>
      isFrameworkSignal(originalException) ? null : maskEvent(event),
    beforeSendTransaction: (event) =>
      isMissingPage() || isLeftOutOfTraces(event.transaction ?? '') ? null : maskEvent(event),
  })
  addEventProcessor((event) => (isReplay(event) ? maskEvent(withPrevious(event)) : event))
  // What was recorded and not sent yet stays here.
  subscribe(() => {
    if (countChoice() === 'DECLINED') void integration?.stop({ flush: false })
  })
  deliverTo(capture)
}

function browserFacts() {
  const agent = navigator.userAgent
  const name = deviceOf(agent).browser ?? 'unknown'
  const version = /(?:Edg|OPR|Firefox|Chrome|Version)\/(\d+)/.exec(agent)?.[1] ?? ''
  return { name, version }
}

/** The page for addresses that do not exist is left out of traces. */
const isMissingPage = (): boolean => document.querySelector('main[data-status="404"]') !== null

const isReplay = (event: Event): boolean => event.type === 'replay_event'

/** A recording that began after another one had expired names it. */
function withPrevious(event: Event): Event {
  const previous = previousRecording()
  return previous === null ? event : { ...event, tags: { ...event.tags, previous_replay_id: previous } }
}

function capture(error: unknown, { call, caught_by = 'generic', is_handled = true }: About): void {
  captureException(error, {
    mechanism: { type: caught_by, handled: is_handled },
    captureContext: {
      tags: call === undefined ? {} : { call },
      // The text of a refusal is for people and in their language.
      ...(error instanceof CallError
        ? { fingerprint: ['call', call ?? '', String(error.status), error.body.code] }
        : {}),
    },
  })
}
