/** The password of the database roles that Patroni uses. */
export const password = 'drill'

/** Where a database server and its Patroni are reached. */
export interface NodeAddress {
  name: string
  port: number
  rest_port: number
}

export function etcdArguments(folder: string, port: number, peer_port: number): string[] {
  const client = `http://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${peer_port}`
  return [
    ['--data-dir', folder],
    ['--listen-client-urls', client],
    ['--advertise-client-urls', client],
    ['--listen-peer-urls', peer],
    ['--initial-advertise-peer-urls', peer],
    ['--initial-cluster', `default=${peer}`],
  ].flat()
}

/**
 * The settings that `docs/operations.md` recommends: no acknowledged commit is on one server only while there are two. Of three servers, two
 * are left when one is lost, so writes wait for the second one (strict). Of two, one is left, and it goes on alone.
 */
export function patroniSettings(
  { name, port, rest_port }: NodeAddress,
  folder: string,
  etcd_port: number,
  servers: number,
): object {
  const rest = `127.0.0.1:${rest_port}`
  const server = `127.0.0.1:${port}`
  return {
    scope: 'drill',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcd_port}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 4,
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: servers > 2,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 150 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: server,
      connect_address: server,
      data_dir: `${folder}/data`,
      pgpass: `${folder}/pgpass`,
      bin_dir: '/usr/lib/postgresql/18/bin',
      parameters: {
        unix_socket_directories: '',
        timezone: 'UTC',
        // Until a standby follows the new primary, no commit is acknowledged: it must not wait 5 s between two attempts.
        wal_retrieve_retry_interval: '500ms',
        // Commits wait for a standby that does not answer until its connection ends: with the default, for a minute.
        wal_sender_timeout: '5s',
      },
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  }
}

/** Leads to the node that says it is primary, and ends the connections to one that no longer does. */
export const proxySettings = (port: number, nodes: NodeAddress[]): string => `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest_port}\n`).join('')}`
