/**
 * The manifest of a GitHub App for this service, to be posted as the form field `manifest`.
 * https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
 */
export function appManifest(baseUrl: string) {
  return {
    name: "Analytics service",
    url: baseUrl,
    hook_attributes: {url: `${baseUrl}/api/webhooks/github`, active: true},
    callback_urls: [`${baseUrl}/github/setup`],
    // The person who installs the App signs in at GitHub, so that nobody can connect somebody else's installation.
    request_oauth_on_install: true,
    // GitHub also redirects back after an update, so that a disconnected installation can be connected again.
    setup_on_update: true,
    public: false,
    default_permissions: {contents: "write", metadata: "read", pull_requests: "write", checks: "write"},
    default_events: ["push", "repository", "pull_request", "check_run", "check_suite"],
  };
}
