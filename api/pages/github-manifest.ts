/**
 * What a GitHub App of this service needs, to be posted as the form field `manifest`.
 * https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
 */
export function appManifest(baseUrl: string) {
  return {
    name: "Analytics service",
    url: baseUrl,
    hook_attributes: {url: `${baseUrl}/api/webhooks/github`, active: true},
    callback_urls: [`${baseUrl}/github/setup`],
    // Whoever installs it proves who they are, so that nobody connects an installation that is not theirs.
    request_oauth_on_install: true,
    // Back also where it was installed before, so that what was given up can be connected again.
    setup_on_update: true,
    public: false,
    default_permissions: {contents: "write", metadata: "read", pull_requests: "write", checks: "write"},
    default_events: ["push", "repository", "pull_request", "check_run", "check_suite"],
  };
}
