"""Amazon Cognito as moto has it, on a free port of the loopback address.

Writes one line of JSON: where its key set is, the pool's issuer, the client, and two tokens of a
user that has just signed in. Then serves until its standard input ends.
"""

import json
import os
import sys

os.environ.update(
    AWS_ACCESS_KEY_ID="test",
    AWS_SECRET_ACCESS_KEY="test",
    AWS_DEFAULT_REGION="eu-central-1",
    AWS_EC2_METADATA_DISABLED="true",
    NO_PROXY="*",
)

import boto3  # noqa: E402
from moto.server import ThreadedMotoServer  # noqa: E402

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
url = f"http://{host}:{port}"
cognito = boto3.client("cognito-idp", endpoint_url=url)
pool = cognito.create_user_pool(PoolName="families")["UserPool"]["Id"]
client = cognito.create_user_pool_client(
    UserPoolId=pool, ClientName="app", ExplicitAuthFlows=["ALLOW_ADMIN_USER_PASSWORD_AUTH"]
)["UserPoolClient"]["ClientId"]
password = "Passw0rd-123"
cognito.admin_create_user(
    UserPoolId=pool,
    Username="ann",
    UserAttributes=[
        {"Name": "email", "Value": "ann@example.com"},
        {"Name": "given_name", "Value": "Ann"},
        {"Name": "family_name", "Value": "Lee"},
    ],
)
cognito.admin_set_user_password(
    UserPoolId=pool, Username="ann", Password=password, Permanent=True
)
answer = cognito.admin_initiate_auth(
    UserPoolId=pool,
    ClientId=client,
    AuthFlow="ADMIN_USER_PASSWORD_AUTH",
    AuthParameters={"USERNAME": "ann", "PASSWORD": password},
)["AuthenticationResult"]
print(
    json.dumps(
        {
            "keys": f"{url}/{pool}/.well-known/jwks.json",
            "issuer": f"https://cognito-idp.eu-central-1.amazonaws.com/{pool}",
            "client": client,
            "access": answer["AccessToken"],
            "identity": answer["IdToken"],
        }
    ),
    flush=True,
)
sys.stdin.read()
server.stop()
