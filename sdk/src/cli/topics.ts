/** Texts of `help TOPIC`. */
export const TOPICS: Readonly<Record<string, string>> = {
  config: `Configuration

The address and the key of a command come from the first of these that has them:

  1. --profile NAME           the stored login of this name, with its address and its key
  2. TENANT_OPS_URL           the address
     TENANT_OPS_KEY           the API key
  3. TENANT_OPS_PROFILE       the name of a stored login
  4. the profile "default"    the login that login stores without --profile
  5. http://127.0.0.1:8080    the address, without a key

A stored login is used only for the address that it was stored for. An address of the environment with another
origin therefore needs TENANT_OPS_KEY.

Logins are in $XDG_CONFIG_HOME/tenant-ops, by default ~/.config/tenant-ops: login.json for the profile "default", and
login-NAME.json for each other one. Only you can read these files.

Other settings: TENANT_OPS_OUTPUT replaces the format "table". TENANT_OPS_CLIENT_SECRET is the secret of an app for
login. NO_COLOR disables colors.`,
  profiles: `Profiles

A profile is a stored login with a name. Use one for each installation or account:

  login --url https://ops.example.com --profile production < key.txt
  login --url https://staging.example.com --profile staging < key.txt
  tasks list --profile staging
  profiles
  logout --profile staging

TENANT_OPS_PROFILE selects a profile for all commands of a shell. Help on the precedence: help config.`,
  output: `Output

  --output table    columns for reading; the default
  --output json     exactly one line of JSON, also of a failure; --json is the same
  --output csv      a line of headings, then a line for each record
  --output yaml     every member, one on a line

Control characters and characters that change the direction of text are escaped in each format. CSV marks formulas
with a quote. --all reads all pages of a list. Progress and messages are written to standard error.`,
  'exit-codes': `Exit codes

  0      the command succeeded
  1      the service answered with an error, or did not answer
  2      the command itself is wrong; no request was sent
  130    Ctrl-C at a hidden question`,
};
