"""django-oauth-toolkit as an external provider, on a free port of the loopback address.

It gives no code without a challenge, knows S256 alone, and takes a refresh token once. Somebody is
signed in already, and both clients may have whatever they ask for.

Writes one line of JSON: where it is, its issuer, and its clients. Then serves until its standard
input ends.
"""

import json
import sys
import tempfile
import threading
from wsgiref.simple_server import make_server

import django
from django.conf import settings
from jwcrypto.jwk import JWK

NATIVE = {"client": "safepocket", "redirect": "safepocket://auth/callback"}
# Signs that a form and a header write in other ways.
WEB = {
    "client": "web:1",
    "secret": "s&cret+ 100%/=:é",
    "redirect": "https://app.example.com/callback?from=provider",
}


class SignedIn:
    """Takes every request for Ann's."""

    def __init__(self, answer):
        self.answer = answer

    def __call__(self, request):
        from django.contrib.auth.models import User

        request.user = User.objects.get(username="ann")
        return self.answer(request)


def configure(folder):
    """A project of one file, with a key and a database of its own."""
    key = JWK.generate(kty="RSA", size=2048)
    settings.configure(
        SECRET_KEY="test",
        ALLOWED_HOSTS=["127.0.0.1"],
        USE_TZ=True,
        ROOT_URLCONF=__name__,
        MIDDLEWARE=[f"{__name__}.SignedIn"],
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "oauth2_provider"],
        # Its own tables at once, and secrets kept cheaply: nothing here outlives a test.
        MIGRATION_MODULES={"auth": None, "contenttypes": None, "oauth2_provider": None},
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        DATABASES={
            "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{folder}/provider.sqlite"}
        },
        OAUTH2_PROVIDER={
            "PKCE_REQUIRED": True,
            "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
            "REFRESH_TOKEN_REUSE_PROTECTION": True,
            "ACCESS_TOKEN_EXPIRE_SECONDS": 600,
            "ALLOWED_REDIRECT_URI_SCHEMES": ["https", "safepocket"],
            "SCOPES": {"openid": "Who you are", "read": "What you have"},
            "OIDC_ENABLED": True,
            "OIDC_RSA_PRIVATE_KEY": key.export_to_pem(private_key=True, password=None).decode(),
        },
    )
    django.setup()


def fill():
    """One person and both clients, in new tables."""
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.utils import timezone
    from oauth2_provider.models import Application

    call_command("migrate", run_syncdb=True, verbosity=0)
    User.objects.create_user("ann", "ann@example.com", last_login=timezone.now())
    for client, kind in ((NATIVE, "public"), (WEB, "confidential")):
        application = Application(
            name=kind,
            client_id=client["client"],
            client_secret=client.get("secret", ""),
            client_type=kind,
            authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
            redirect_uris=client["redirect"],
            algorithm=Application.RS256_ALGORITHM,
            skip_authorization=True,
        )
        application.full_clean()
        application.save()


def main():
    # The folder it is started in goes with the test, however it ends.
    with tempfile.TemporaryDirectory(dir=".") as folder:
        configure(folder)
        fill()
        from django.core.wsgi import get_wsgi_application
        from django.urls import include, path

        global urlpatterns
        urlpatterns = [path("o/", include("oauth2_provider.urls"))]
        server = make_server("127.0.0.1", 0, get_wsgi_application())
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/o"
        print(json.dumps({"url": url, "native": NATIVE, "web": WEB}), flush=True)
        sys.stdin.read()
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main()
