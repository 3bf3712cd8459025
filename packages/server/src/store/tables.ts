// The shape of every table, the same on both databases: booleans are 0 and 1, times ISO text in UTC, JSON is text.
import type { Generated } from 'kysely'

export interface Tables {
  instance: { id: number; instance_id: string; created_at: string }
  users: UserRow
  recovery_codes: { user_id: string; code_hash: string }
  setup_tokens: { token_hash: string; created_at: string }
  sessions: SessionRow
  mfa_challenges: { token_hash: string; user_id: string; attempts: number; expires_at: string }
  tokens: TokenRow
  audit_log: AuditRow
  signing_keys: SigningKeyRow
  workflows: WorkflowRow
  leases: { name: string; holder: string; fence: number; expires_at_ms: number }
  conditions: ConditionRow
  apps: AppRow
  app_secrets: AppSecretRow
  deploys: DeployRow
  deploy_log: { deploy_id: string; seq: number; at: string; text: string }
  replicas: ReplicaRow
  registry_credentials: RegistryCredentialRow
  app_events: AppEventRow
  organizations: OrganizationRow
  projects: ProjectRow
  environments: EnvironmentRow
  shared_variables: SharedVariableRow
  app_domains: AppDomainRow
  app_rules: AppRulesRow
  log_drain_cursors: { app: string; container: string; sent_until: string }
  nodes: NodeRow
  tasks: TaskRow
  runs: RunRow
  app_networks: { name: string; subnet: string }
  pulled_images: PulledImageRow
  freeze_windows: FreezeWindowRow
  approval_rules: ApprovalRuleRow
  certificates: CertificateRow
  certificate_authority: CertificateAuthorityRow
  ingress_settings: IngressSettingsRow
  acme_accounts: AcmeAccountRow
  acme_orders: AcmeOrderRow
  request_points: RequestPointRow
  request_routes: RequestRouteRow
  request_readings: { worker: string; key: string; counters: string }
  request_activity: { app: string; counted_at: string }
}

export interface AppRulesRow {
  app: string
  /** JSON of `StoredRules`. */
  rules: string
  auth_key_sealed: string | null
  updated_at: string
}

export interface UserRow {
  id: string
  email: string
  email_key: string
  display_name: string
  role: string
  policy: string | null
  password_hash: string
  is_first: number
  totp_sealed: string | null
  totp_confirmed: Generated<number>
  totp_last_step: Generated<number>
  created_at: string
  last_login_at: string | null
}

export interface SessionRow {
  id: string
  token_hash: string
  user_id: string
  address: string
  user_agent: string
  created_at: string
  last_seen_at: string
  expires_at: string
}

export interface TokenRow {
  id: string
  token_hash: string
  name: string
  abilities: string
  policy: string | null
  owner_id: string
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
}

export interface AuditRow {
  id: string
  at: string
  last_at: string | null
  count: number
  actor_kind: string
  actor: string
  actor_id: string
  action: string
  resource: string
  status: number
  address: string
  request_id: string
  /** Address, minute and action of refused attempts that are counted together; null for all else. */
  refused_key: string | null
}

export interface SigningKeyRow {
  id: string
  state: string
  public_jwk: string
  private_sealed: string
  created_at: string
  retire_at: string | null
}

export interface WorkflowRow {
  id: string
  kind: string
  status: string
  /** Steps done so far; while undoing, steps still to undo. */
  done: number
  undoing: number
  attempts: number
  state: string
  error: string | null
  started_at: string
  finished_at: string | null
}

export interface ConditionRow {
  subject: string
  type: string
  status: string
  reason: string
  message: string
  since: string
}

export interface AppRow {
  name: string
  spec: string
  /** What should run now: the snapshot of the current deploy, or of the last restart. Null before the first. */
  running: string | null
  running_env_sealed: string | null
  current_deploy_id: string | null
  node_id: string
  project_id: string
  environment_id: string
  suspended: number
  deleting: number
  restart_nonce: string
  log_drain_sealed: string | null
  /** When a replica that ended again and again is started next. */
  next_restart_at: string | null
  /** The last crash loop that was answered with a rollback. */
  auto_rollback_episode: string | null
  created_at: string
  updated_at: string
}

export interface NodeRow {
  id: string
  name: string
  created_at: string
}

export interface AppSecretRow {
  app: string
  name: string
  value_sealed: string
  locked: number
  updated_at: string
}

export interface DeployRow {
  id: string
  app: string
  source: string
  image: string
  /** As the registry knows it; the image id where no registry does. */
  digest: string | null
  /** What containers are made from; null until the image is here. */
  image_id: string | null
  rollback_to: string | null
  spec: string
  /** What it takes from all layers: plain values, and which secrets. Null in rows of before there were layers. */
  env: string | null
  env_sealed: string | null
  outcome: string
  phases: string
  failure: string | null
  note: string
  requested_by: string
  started_at: string
  finished_at: string | null
  /** How its hooks went, JSON; null while none has ended. */
  hooks: string | null
  /** What it waits for, JSON; null unless it is held. */
  hold: string | null
  /** Who has to approve it and who did, JSON; null where nobody has to. */
  approval: string | null
  /** Of the approval, to look for. */
  approval_state: string | null
  /** Null unless freeze windows do not hold it. */
  override_reason: string | null
  /** In percent, beside what serves; null for what is to get all at once. */
  canary_weight: number | null
  /** 1 when the variables of its spec become the app's own; null for all else. */
  brings_env: number | null
}

export interface ReplicaRow {
  /** Name of its container. */
  container: string
  app: string
  deploy_id: string
  number: number
  address: string
  /** Limits as last given to the engine, JSON. */
  resources: string
  ready: number
  /** Null in rows of before there was more than one network. */
  network: string | null
  /** `auto`: while it is ready and its deploy is current. `admitted`: while it is ready. `leaving`: no longer. */
  traffic: string
  /** Where it is dialled; null for an app without a port, and for what is older than this column. */
  port: number | null
}

export interface PulledImageRow {
  node_id: string
  image_id: string
  /** A name that a pull of ours gave it: a tag, or a repository with a digest. */
  reference: string
  pulled_at: string
}

export interface RegistryCredentialRow {
  id: string
  name: string
  registry_host: string
  username: string
  password_sealed: string
  created_at: string
  updated_at: string
  last_used_at: string | null
  last_result: string | null
}

export interface AppEventRow {
  id: string
  app: string
  at: string
  kind: string
  title: string
  /** JSON: names and numbers, never a value of the user's. */
  detail: string
  actor_kind: string
  actor: string
  deploy_id: string | null
}

export interface OrganizationRow {
  id: string
  name: string
  created_at: string
}

export interface ProjectRow {
  id: string
  name: string
  /** Empty when it is in no organization. */
  org_id: string
  created_at: string
}

export interface EnvironmentRow {
  id: string
  project_id: string
  name: string
  protected: number
  created_at: string
}

/** Plain, or a secret: sealed, or with neither of both while it waits for its value. */
export interface SharedVariableRow {
  /** Id of the organization, project or environment. */
  owner_id: string
  key: string
  value: string | null
  value_sealed: string | null
}

export interface TaskRow {
  id: string
  app: string
  name: string
  schedule: string
  time_zone: string
  /** JSON. */
  command: string
  overlap: string
  /** Such as `10m`. */
  timeout: string
  enabled: number
  /** Null while it is not enabled. */
  next_due_at: string | null
  created_at: string
  updated_at: string
}

export interface RunRow {
  id: string
  app: string
  kind: string
  task_id: string | null
  /** Name of the task at the time; empty for a hook. */
  task: string
  /** Whose image and settings it runs; null until they are known. */
  deploy_id: string | null
  /** JSON. */
  command: string
  timeout_ms: number
  trigger: string
  requested_by: string
  status: string
  /** Set before its container is stopped: `canceled` or `timed_out`. */
  ending: string | null
  outcome: string | null
  reason: string
  exit_code: number | null
  output: string
  output_truncated: number
  /** How many of its lines are in the log of its deploy. */
  logged_lines: number
  due_at: string | null
  created_at: string
  begun_at: string | null
  /** Set before its container is started, and never again: it runs once. */
  started_at: string | null
  finished_at: string | null
  /** Its container and address are given back. */
  cleaned: number
}

/** Either a single one from `starts_at` to `ends_at`, or one that begins by `schedule` and lasts `duration`. */
export interface FreezeWindowRow {
  id: string
  name: string
  reason: string
  scope: string
  /** Id of the project or environment, or name of the app; empty for all. */
  scope_id: string
  starts_at: string | null
  ends_at: string | null
  schedule: string | null
  /** Such as `12h`. */
  duration: string | null
  time_zone: string
  created_by: string
  created_at: string
  updated_at: string
}

export interface ApprovalRuleRow {
  scope: string
  /** Id of the environment, or name of the app. */
  scope_id: string
  required: number
  /** Such as `24h`. */
  expires_after: string
  updated_by: string
  updated_at: string
}

/** A domain of an app, with how it is served. */
export interface AppDomainRow {
  domain: string
  app: string
  /** Where its requests go in the replicas; null for the port of the app. */
  port: number | null
  /** The host that is answered with instead; null where the app itself answers. */
  redirect_to: string | null
  http: Generated<string>
  hsts_seconds: Generated<number>
  tls: Generated<string>
}

export interface CertificateRow {
  id: string
  owner: string
  /** JSON: the names it is for, sorted. */
  hosts: string
  /** Its own first, then those that lead to its issuer; null until there is one. */
  chain_pem: string | null
  key_sealed: string | null
  issuer: string
  not_before: string | null
  not_after: string | null
  /** SHA-256 in hex. */
  fingerprint: string | null
  /** Why it could not be had or renewed at the last try. */
  error: string | null
  created_at: string
  updated_at: string
}

export interface CertificateAuthorityRow {
  id: number
  certificate_pem: string
  key_sealed: string
  not_after: string
  created_at: string
}

/** One row, with the id 1. */
export interface IngressSettingsRow {
  id: number
  primary_domain: string | null
  public_https_port: number
  tls_terminated_upstream: number
  acme_enabled: number
  acme_email: string
  acme_directory_url: string
  acme_eab_key_id: string
  acme_eab_hmac_key_sealed: string | null
  acme_ca_certificate: string
  /** JSON. */
  public_addresses: string
  updated_at: string
}

export interface AcmeAccountRow {
  directory_url: string
  key_sealed: string
  /** Null until the certificate authority knows the key. */
  account_url: string | null
  created_at: string
}

/** How far the certificate of a host is. What belongs to an order is null while none is under way. */
export interface AcmeOrderRow {
  host: string
  directory_url: string
  order_url: string | null
  /** Of the certificate that is ordered. */
  key_sealed: string | null
  token: string | null
  answer: string | null
  /** Somebody asked for a new certificate, whatever the old one is worth. */
  wanted_now: number
  /** In a row. */
  failures: number
  /** How often in a row DNS did not point here. */
  dns_waits: number
  /** Why there is none yet, for people. */
  message: string | null
  next_attempt_at: string | null
  updated_at: string
}

/** Requests of a span that begins at `at_seconds` after 1970 and lasts `step_seconds`. Buckets are not cumulative. */
export interface RequestPointRow {
  /** `service:<app>`. */
  resource: string
  step_seconds: number
  at_seconds: number
  /** The most requests of any 15 seconds in it. */
  most: number
  http_1xx: number
  http_2xx: number
  http_3xx: number
  http_4xx: number
  http_5xx: number
  http_upstream_errors: number
  http_duration_ms: number
  http_bucket_5: number
  http_bucket_10: number
  http_bucket_25: number
  http_bucket_50: number
  http_bucket_100: number
  http_bucket_250: number
  http_bucket_500: number
  http_bucket_1000: number
  http_bucket_2500: number
  http_bucket_5000: number
  http_bucket_10000: number
  http_bucket_inf: number
}

/** Requests of one route template in the minute that begins at `at_seconds`. */
export interface RequestRouteRow {
  resource: string
  at_seconds: number
  route: string
  requests: number
  http_5xx: number
  http_duration_ms: number
}
