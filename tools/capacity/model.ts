/** What a run of the command found out on this machine. Processor time is in microseconds. */
export interface Measured {
  machine: string
  taken_at: string
  load_before: number
  lots: number
  spots: number
  reservations: number
  /** One call takes this processor time of the API and of PostgreSQL. */
  search: Cost
  read: Cost
  monitor: Cost
  /** Everything about one paid booking: its quote, the booking, the payment, the provider's event, its jobs and letters. */
  booking: Cost & { worker_us: number }
  /** One event that one watcher gets. */
  event_us: number
  watcher_kb: number
  bytes: Bytes
  launch: Launch
}

export interface Cost {
  api_us: number
  database_us: number
  /** Milliseconds from the call to its answer, with 8 calls in flight. */
  p50_ms: number
  p99_ms: number
  per_second: number
  /** The part of the calls that was refused, because the machine was too busy. Those that remain count. */
  refused: number
}

export interface Bytes {
  bookings: number
  /** What the database grew by for each paid booking, with its indexes, letters, and notices. */
  per_booking: number
  wal_per_booking: number
  /** The tables that grew most, per booking. */
  tables: { table: string; bytes: number; rows: number }[]
  per_lot: number
  per_spot: number
}

export interface Launch {
  /** Seconds of each step. */
  seconds: number
  steps: {
    searches_offered: number
    searches: number
    p50_ms: number
    p99_ms: number
    failed: number
    bookings: number
  }[]
  api_mb: number
}

/** What is assumed, not measured. Prices are round numbers of rented machines without a commitment; put in your own. */
export const assumed = {
  /** The part of the processors that may be busy at the peak. */
  busy: 0.6,
  /** For each booking. */
  searches_per_booking: 40,
  reads_per_booking: 10,
  monitors_per_booking: 2,
  /** Staff and screens that watch a lot when one of its spots is booked. */
  watchers_per_lot: 2,
  /** Changes of a lot per booking: it is made, begins, ends. */
  events_per_booking: 3,
  bookings_per_spot_and_day: 1,
  /** The part of a day's bookings that its busiest hour has, and how much more its busiest second has than that hour's mean. */
  busiest_hour: 0.12,
  busiest_second: 2,
  /** The trial of Citus with a schema for each city took 1.3 to 2 times as long per call. */
  citus_factor: 1.65,
  machine_cores: 8,
  cluster: { database_cores: 16, api_machines: 4 },
  citus_workers: 8,
  days_of_wal: 14,
  /** Copies of the whole database that backups keep. */
  backups: 4,
  dollars: { core_month: 22, disk_gb_month: 0.12, backup_gb_month: 0.025 },
} as const

export const launch = {
  lots: 10_000,
  spots: 3_000_000,
  searches_in_a_minute: 50_000,
  bookings_of_searches: 0.02,
}

/** Processor time of everything that comes with one booking, in microseconds. */
export function mixOf(measured: Measured): { api_us: number; database_us: number; worker_us: number } {
  const { search, read, monitor, booking, event_us } = measured
  const { searches_per_booking, reads_per_booking, monitors_per_booking } = assumed
  const { watchers_per_lot, events_per_booking } = assumed
  const sum = (of: 'api_us' | 'database_us') =>
    search[of] * searches_per_booking +
    read[of] * reads_per_booking +
    monitor[of] * monitors_per_booking +
    booking[of]
  return {
    api_us: sum('api_us') + event_us * watchers_per_lot * events_per_booking,
    database_us: sum('database_us'),
    worker_us: booking.worker_us,
  }
}

export interface Plan {
  name: string
  cores: number
  /** Bookings in the busiest second, with the searches and reads that come with them. */
  peak_bookings: number
  bookings_per_day: number
  searches_per_second: number
  /** If all of the API did nothing else. */
  watchers: number
  events_per_second: number
  spots: number
  gb_per_year: number
  dollars_per_month: number
}

/** What one machine, one cluster, and Citus with several workers carry. */
export function plansOf(measured: Measured): Plan[] {
  const mix = mixOf(measured)
  const { machine_cores, cluster, citus_workers, citus_factor } = assumed
  const api_cores = cluster.api_machines * machine_cores
  return [
    planOf('one machine', measured, {
      peak: carried(machine_cores, mix.api_us + mix.worker_us + mix.database_us),
      cores: machine_cores,
      api_cores: machine_cores / 2,
      copies: 1,
    }),
    planOf('one cluster', measured, {
      peak: Math.min(
        carried(cluster.database_cores, mix.database_us),
        carried(api_cores, mix.api_us + mix.worker_us),
      ),
      cores: cluster.database_cores * 2 + api_cores,
      api_cores,
      copies: 2,
    }),
    planOf(`Citus, ${citus_workers} workers`, measured, {
      peak:
        citus_workers *
        Math.min(
          carried(cluster.database_cores, mix.database_us * citus_factor),
          carried(api_cores, mix.api_us + mix.worker_us),
        ),
      cores: citus_workers * (cluster.database_cores * 2 + api_cores),
      api_cores: citus_workers * api_cores,
      copies: 2,
    }),
  ]
}

/** Calls a second that processors carry at the peak, of which each takes some microseconds. */
const carried = (cores: number, us: number): number => (assumed.busy * cores * 1e6) / us

function planOf(
  name: string,
  measured: Measured,
  { peak, cores, api_cores, copies }: { peak: number; cores: number; api_cores: number; copies: number },
): Plan {
  const { busiest_hour, busiest_second, bookings_per_spot_and_day, dollars, backups, days_of_wal } = assumed
  const bookings_per_day = (peak / busiest_second / busiest_hour) * 3600
  const gb_per_year = (bookings_per_day * 365 * measured.bytes.per_booking) / 1e9
  const wal_gb = (bookings_per_day * days_of_wal * measured.bytes.wal_per_booking) / 1e9
  return {
    name,
    cores,
    peak_bookings: peak,
    bookings_per_day,
    searches_per_second: peak * assumed.searches_per_booking,
    // Half of a memory of 4 GB per core.
    watchers: (api_cores * 2e6) / Math.max(measured.watcher_kb, 1),
    events_per_second: carried(api_cores, Math.max(measured.event_us, 1)),
    spots: bookings_per_day / bookings_per_spot_and_day,
    gb_per_year,
    dollars_per_month:
      cores * dollars.core_month +
      gb_per_year * copies * dollars.disk_gb_month +
      (gb_per_year * backups + wal_gb) * dollars.backup_gb_month,
  }
}

/** What the launch needs: processors of the API and of the database in the minute before the game, and space. */
export function launchNeeds(measured: Measured): {
  searches_per_second: number
  bookings_per_second: number
  api_cores: number
  database_cores: number
  loaded_gb: number
} {
  const searches_per_second = launch.searches_in_a_minute / 60
  const bookings_per_second = searches_per_second * launch.bookings_of_searches
  const { search, booking } = measured
  const cores = (us: number) => us / 1e6 / assumed.busy
  return {
    searches_per_second,
    bookings_per_second,
    api_cores: cores(
      searches_per_second * search.api_us + bookings_per_second * (booking.api_us + booking.worker_us),
    ),
    database_cores: cores(
      searches_per_second * search.database_us + bookings_per_second * booking.database_us,
    ),
    loaded_gb: (launch.lots * measured.bytes.per_lot + launch.spots * measured.bytes.per_spot) / 1e9,
  }
}
